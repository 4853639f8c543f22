import { createElement, type ComponentProps } from 'react';

/** An icon as the library keeps it: 24 by 24, drawn in lines. */
interface IconData {
  node: readonly [tag: string, attributes: Record<string, string>][];
}

type IconProps = ComponentProps<'svg'> & { size?: number | string };

/**
 * Makes a component of an icon. In the built site it stands in place of the library's own maker (lighter-libraries.ts), which can
 * do what no page asks for.
 */
export function createIcon({ node }: IconData) {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon({ size = 24, ...rest }: IconProps) {
    const isNamed = rest['aria-label'] ?? rest['aria-labelledby'] ?? rest.role;
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': isNamed ? undefined : true,
        ...rest,
      },
      // One by one: then they need no keys.
      ...lines,
    );
  };
}
