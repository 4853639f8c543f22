import { createElement, type ComponentProps } from 'react';

/** The library's icon data: 24 by 24, drawn in lines. */
interface IconData {
  node: readonly [tag: string, attributes: Record<string, string>][];
}

type IconProps = ComponentProps<'svg'> & { size?: number | string };

/**
 * Makes a component of an icon. In production it replaces the library's own factory (lighter-libraries.ts), which has
 * features that no page uses.
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
      // Spread, so that they need no keys.
      ...lines,
    );
  };
}
