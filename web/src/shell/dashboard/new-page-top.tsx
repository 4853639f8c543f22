import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Starts a new page at its top; Back and Forward are left to the browser. */
export function NewPageTop() {
  const { pathname } = useLocation();
  const arrivedBy = useNavigationType();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current !== pathname && arrivedBy !== NavigationType.Pop) window.scrollTo(0, 0);
    shownPath.current = pathname;
  }, [pathname, arrivedBy]);
  return null;
}
