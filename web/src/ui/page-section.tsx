/** Section labeled by its own heading. */
import { useId, type ComponentProps } from 'react';

interface SectionProps extends ComponentProps<'section'> {
  title: string;
  headingClassName?: string;
}

export function Section({ title, headingClassName = 'text-xl md:text-2xl', children, ...section }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} {...section}>
      <h2 id={id} className={headingClassName}>
        {title}
      </h2>
      {children}
    </section>
  );
}
