/** Link of the site's navigation, to a page of the application or to another document. */
import { Link } from 'react-router-dom';
import type { NavigationLink } from './navigation.js';

interface LinkToProps {
  link: NavigationLink;
  className?: string;
  onClick?: () => void;
}

export function LinkTo({ link: { label, path, isDocument }, className, onClick }: LinkToProps) {
  return isDocument ? (
    <a href={path} className={className} onClick={onClick}>
      {label}
    </a>
  ) : (
    <Link to={path} className={className} onClick={onClick}>
      {label}
    </Link>
  );
}
