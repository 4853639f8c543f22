import type { ReactNode } from 'react';
import type { PictureSource } from '../../ui/picture.js';
import { AdminPicture } from '../admin-picture.js';

/** Approximate width of a card's picture in CSS pixels. */
export const cardPixels = 400;

export interface CardPictureProps {
  thing: { picture?: PictureSource | null; image?: string | null };
  alt: string;
  /** Shown without a picture. */
  fallback: ReactNode;
  shape?: string | undefined;
}

/** The picture at the top of a card. */
export function CardPicture({ thing: { picture, image }, shape = 'aspect-4/3', ...rest }: CardPictureProps) {
  return (
    <span className={`relative block overflow-hidden bg-surface-raised ${shape}`}>
      <span className="absolute inset-0">
        <AdminPicture
          {...rest}
          picture={picture ?? null}
          src={image ?? null}
          cssPixels={cardPixels}
          fit="cover"
          className="size-full"
        />
      </span>
    </span>
  );
}
