/** The hosts whose videos a post may embed. The content security policy's frame sources are exactly their players. */

interface VideoProvider {
  name: string;
  /** The player's origin. */
  frame: string;
  /** The only ids that may become part of an address. */
  id: RegExp;
  /** Returns the video's page at the provider. */
  page: (id: string) => string;
  /** Returns the player's address, which starts playing. */
  player: (id: string) => string;
  /** Returns the id in an address of this provider. */
  find: (url: URL) => string | undefined;
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^(?:www|m|web|music)\./, '');

const vimeoParts = (id: string) => id.split('/');
const facebookPage = (id: string) => `https://www.facebook.com/watch/?v=${id}`;

export const videoProviders = {
  youtube: {
    name: 'YouTube',
    frame: 'https://www.youtube-nocookie.com',
    id: /^[\w-]{11}$/,
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
    player: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
    find: (url) => {
      if (hostOf(url) === 'youtu.be') return url.pathname.slice(1);
      if (!/^youtube(?:-nocookie)?\.com$/.test(hostOf(url))) return undefined;
      return url.searchParams.get('v') ?? /^\/(?:embed|live|shorts)\/([^/]+)/.exec(url.pathname)?.[1];
    },
  },
  vimeo: {
    name: 'Vimeo',
    frame: 'https://player.vimeo.com',
    // An unlisted video has a second part.
    id: /^\d{6,12}(?:\/[0-9a-f]{8,12})?$/,
    page: (id) => `https://vimeo.com/${id}`,
    player: (id) => {
      const [video = '', secret] = vimeoParts(id);
      return `https://player.vimeo.com/video/${video}?dnt=1&autoplay=1${secret ? `&h=${secret}` : ''}`;
    },
    find: (url) => {
      const { pathname, searchParams } = url;
      if (hostOf(url) === 'player.vimeo.com') {
        const secret = searchParams.get('h');
        return pathname.replace(/^\/video\//, '') + (secret ? `/${secret}` : '');
      }
      return hostOf(url) === 'vimeo.com' ? /^\/(?:[^/]+\/)*?(\d+(?:\/[0-9a-f]+)?)\/?$/.exec(pathname)?.[1] : undefined;
    },
  },
  facebook: {
    name: 'Facebook',
    frame: 'https://www.facebook.com',
    id: /^\d{6,20}$/,
    page: facebookPage,
    player: (id) =>
      `https://www.facebook.com/plugins/video.php?${new URLSearchParams({ href: facebookPage(id), autoplay: 'true' })}`,
    find: (url) => {
      if (hostOf(url) !== 'facebook.com') return undefined;
      return url.searchParams.get('v') ?? /\/(?:videos|reel)\/(?:[^/]+\/)?(\d+)\/?$/.exec(url.pathname)?.[1];
    },
  },
} as const satisfies Record<string, VideoProvider>;

export type VideoProviderName = keyof typeof videoProviders;
export const videoProviderNames = Object.keys(videoProviders) as [VideoProviderName, ...VideoProviderName[]];

export const videoFrames: readonly string[] = Object.values(videoProviders).map(({ frame }) => frame);

export interface Video {
  provider: VideoProviderName;
  id: string;
}

const urlOf = (text: string) => {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return /\s/.test(text) || !URL.canParse(address) ? undefined : new URL(address);
};

/** Returns the video at a web address; undefined unless it can be embedded. */
export function videoAt(text: string): Video | undefined {
  const url = urlOf(text.trim());
  if (!url) return undefined;
  for (const provider of videoProviderNames) {
    const id = videoProviders[provider].find(url);
    if (id !== undefined && videoProviders[provider].id.test(id)) return { provider, id };
  }
  return undefined;
}

/** Sites known for videos that can't be embedded. */
const otherHosts: Readonly<Record<string, string>> = {
  'dailymotion.com': 'Dailymotion',
  'dai.ly': 'Dailymotion',
  'fb.watch': 'fb.watch',
  'instagram.com': 'Instagram',
  'rumble.com': 'Rumble',
  'streamable.com': 'Streamable',
  'tiktok.com': 'TikTok',
  'vm.tiktok.com': 'TikTok',
  'twitch.tv': 'Twitch',
};

/** Returns the name of a video site that can't be embedded; undefined for any other address. */
export function otherVideoHost(text: string): string | undefined {
  const url = urlOf(text.trim());
  return url && url.pathname !== '/' ? otherHosts[hostOf(url)] : undefined;
}
