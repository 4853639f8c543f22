import { useEffect } from 'react';
import { useMediaQuery } from '../../ui/media-query.js';
import { MenuPanel, type MenuPanelProps } from '../menu-panel.js';
import { Brand } from './sidebar.js';

/** The sidebar of narrow screens. It closes when the window has become wide enough for the sidebar itself. */
export function Drawer(props: MenuPanelProps) {
  const { onClose } = props;
  const hasSidebar = useMediaQuery('(width >= 48rem)');
  useEffect(() => {
    if (hasSidebar) onClose();
  }, [hasSidebar, onClose]);
  return (
    <MenuPanel
      {...props}
      brand={<Brand />}
      dimsPage
      className="inset-y-0 left-0 w-[280px] overscroll-contain transition-transform duration-200 ease-out starting:-translate-x-full"
      topClassName="gap-2 py-2.5 pr-4 pl-6"
    />
  );
}
