import { messageLanguageNames, messageLanguages, type MessageLanguage } from '@site/domain/notifications/kinds';
import { OptionField, OptionGroup } from '@/ui/forms/choice.js';

interface LanguagePickerProps {
  selected: MessageLanguage;
  onChange: (selected: MessageLanguage) => void;
}

/** Of messages; each language by its own name. */
export function LanguagePicker({ selected, onChange }: LanguagePickerProps) {
  return (
    <OptionGroup legend="Language of your alerts" hint={<span lang="es">Idioma de sus alertas</span>}>
      <div className="flex flex-wrap gap-x-6">
        {messageLanguages.map((language) => (
          <div key={language} lang={language}>
            <OptionField
              type="radio"
              name="language"
              label={messageLanguageNames[language]}
              checked={language === selected}
              onChange={() => onChange(language)}
            />
          </div>
        ))}
      </div>
    </OptionGroup>
  );
}
