import type { Member } from '@site/proto/content/v1/team.responses';
import { ImageBadge } from '@/components/content/snapshot-card.js';
import { SafeImage } from '@/ui/image.js';

/** Team member card. Shows initials without a portrait, or when it fails to load. */
export function MemberCard({ member, isSample }: { member: Member; isSample: boolean }) {
  return (
    <article className="card relative flex w-full max-w-80 flex-col overflow-hidden text-center">
      <div className="relative aspect-square bg-sky-soft">
        <Portrait member={member} />
      </div>
      <div className="min-w-0 p-5 wrap-anywhere">
        <h3 className="text-lg">{member.name}</h3>
        <p className="text-ink-soft">{member.designation}</p>
      </div>
      {isSample && <ImageBadge>Sample</ImageBadge>}
    </article>
  );
}

function Portrait({ member: { name, image, picture } }: { member: Member }) {
  const className = 'absolute inset-0 size-full';
  return (
    <SafeImage
      image={picture}
      src={image}
      alt=""
      sizes="320px"
      className={className}
      fallback={
        <span
          aria-hidden="true"
          className={`${className} flex items-center justify-center text-3xl font-bold text-sky-strong`}
        >
          {initials(name)}
        </span>
      }
    />
  );
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}
