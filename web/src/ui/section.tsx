/** Section labeled by its own heading. */
import { useId, type ComponentProps } from 'react';

interface SectionProps extends ComponentProps<'section'> {
  title: string;
  headingLook?: string;
}

export function Section({ title, headingLook = 'text-2xl', children, ...section }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} {...section}>
      <h2 id={id} className={headingLook}>
        {title}
      </h2>
      {children}
    </section>
  );
}
