import { campaignContentInput, type CampaignContentInput } from '@site/proto/submissions/v1/newsletter.schema';
import { useState } from 'react';
import { TextAreaField, TextField } from '@/ui/forms/form-fields.js';

export const emptyContent: CampaignContentInput = { subject: '', preheader: '', intro: '', reply_to: '' };

interface CampaignContentFieldsProps {
  content: CampaignContentInput;
  /** The post's title, which is the subject by default. */
  title: string;
  onChange: (content: CampaignContentInput) => void;
  /** A field has been left, and all texts are valid. */
  onChecked: () => void;
}

/** What an admin may add to the mail. */
export function CampaignContentFields({ content, title, onChange, onChecked }: CampaignContentFieldsProps) {
  const [left, setLeft] = useState<Partial<Record<string, true>>>({});
  const checked = campaignContentInput.safeParse(content);
  const field = (name: keyof CampaignContentInput) => ({
    value: content[name],
    error: left[name] && checked.error?.issues.find(({ path }) => path[0] === name)?.message,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...content, [name]: target.value }),
    onBlur() {
      setLeft({ ...left, [name]: true });
      if (checked.success) onChecked();
    },
  });
  return (
    <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">Email</legend>
      <TextField label="Subject" hint="If empty, the post’s title." placeholder={title} {...field('subject')} />
      <TextField
        label="Preheader"
        hint="Next to the subject. If empty, the post’s first words."
        {...field('preheader')}
      />
      <TextAreaField
        label="Introduction"
        hint="Above the post, as plain text."
        rows={3}
        className="sm:col-span-2"
        {...field('intro')}
      />
      <TextField
        label="Reply-to address"
        hint="If empty, replies go to the sender."
        type="email"
        {...field('reply_to')}
      />
    </fieldset>
  );
}
