import { messageLanguageNames, messageLanguages, type MessageLanguage } from '@site/domain/notifications/kinds';
import { Choice, Choices } from '../../../../ui/forms/choice.js';

interface LanguageChoiceProps {
  chosen: MessageLanguage;
  onChange: (chosen: MessageLanguage) => void;
}

/** Of messages; each language by its own name. */
export function LanguageChoice({ chosen, onChange }: LanguageChoiceProps) {
  return (
    <Choices legend="Language of your alerts" hint={<span lang="es">Idioma de sus alertas</span>}>
      <div className="flex flex-wrap gap-x-6">
        {messageLanguages.map((language) => (
          <div key={language} lang={language}>
            <Choice
              type="radio"
              name="language"
              label={messageLanguageNames[language]}
              checked={language === chosen}
              onChange={() => onChange(language)}
            />
          </div>
        ))}
      </div>
    </Choices>
  );
}
