import type { Member } from '@site/proto/content/v1/team.answers';
import { StoredPicture } from '../../../ui/picture.js';
import * as strings from '../../../strings.js';

/** A person of the team; without a portrait, the initials. */
export function MemberCard({ member, isSample }: { member: Member; isSample: boolean }) {
  return (
    <article className="card relative flex w-full max-w-80 flex-col overflow-hidden text-center">
      <div className="relative aspect-square bg-sky-soft">
        <Portrait member={member} />
      </div>
      <div className="p-5">
        <h3 className="text-lg">{member.name}</h3>
        <p className="text-ink-soft">{member.designation}</p>
      </div>
      {isSample && (
        <span className="absolute top-3 left-3 rounded-full bg-black/75 px-3 py-0.5 text-sm font-semibold text-white">
          {strings.sample}
        </span>
      )}
    </article>
  );
}

function Portrait({ member: { name, image, picture } }: { member: Member }) {
  const look = 'absolute inset-0 size-full';
  return (
    <StoredPicture
      picture={picture}
      src={image}
      alt=""
      sizes="320px"
      className={look}
      fallback={
        <span
          aria-hidden="true"
          className={`${look} flex items-center justify-center text-3xl font-bold text-sky-strong`}
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
