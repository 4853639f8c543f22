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
  /** Returns what an address of this provider leads to instead of a video: "a YouTube playlist". */
  collection: (url: URL) => string | undefined;
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^(?:www|m|web|music)\./, '');

const isYoutube = (url: URL) => /^(?:youtube(?:-nocookie)?\.com|youtu\.be)$/.test(hostOf(url));
const isShortFacebook = (url: URL) =>
  (hostOf(url) === 'fb.watch' && url.pathname !== '/') ||
  (hostOf(url) === 'facebook.com' && /^\/share\/[rv]\//.test(url.pathname));
const isVimeo = (url: URL) => /^(?:player\.)?vimeo\.com$/.test(hostOf(url));

const vimeoParts = (id: string) => id.split('/');
/** A channel's, showcase's or group's address may end with a number that isn't a video's. */
const vimeoVideo = /^\/(?:(?:channels|ondemand)\/[^/]+\/|(?:[^/]+\/)*videos?\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/;
const vimeoCollections = new Map<string, string>(
  Object.entries({
    album: 'a Vimeo album',
    channels: 'a Vimeo channel',
    categories: 'a Vimeo category',
    event: 'a Vimeo event',
    events: 'a Vimeo event',
    folder: 'a Vimeo folder',
    folders: 'a Vimeo folder',
    groups: 'a Vimeo group',
    ondemand: 'a Vimeo On Demand page',
    review: 'a Vimeo review page',
    showcase: 'a Vimeo showcase',
    showcases: 'a Vimeo showcase',
  }),
);
const facebookPage = (id: string) => `https://www.facebook.com/watch/?v=${id}`;

export const videoProviders = {
  youtube: {
    name: 'YouTube',
    frame: 'https://www.youtube-nocookie.com',
    id: /^[\w-]{11}$/,
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
    player: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
    find: (url) => {
      const { pathname, searchParams } = url;
      // Both are as long as an id.
      if (!isYoutube(url) || /\/(?:live_stream|videoseries)\b/.test(pathname)) return undefined;
      if (hostOf(url) === 'youtu.be') return /^\/(?:(?:live|shorts)\/)?([\w-]+)/.exec(pathname)?.[1];
      if (/^\/(?:watch(?:_popup)?\/?)?$/.test(pathname) && searchParams.has('v'))
        return searchParams.get('v')?.replace(/\/$/, '');
      return /^\/(?:embed|live|shorts|watch|v|e)\/([^/&]+)/.exec(pathname)?.[1];
    },
    collection: (url) => {
      if (!isYoutube(url)) return undefined;
      const { pathname, searchParams } = url;
      const isChannel = /^\/(?:@|(?:c|channel|user)\/)/.test(pathname);
      if (/^\/(?:embed\/)?live_stream\b|^\/embed\b/.test(pathname) && searchParams.has('channel'))
        return 'a YouTube channel’s live stream';
      if (/\/live_stream\/?$/.test(pathname) || (isChannel && /\/live\/?$/.test(pathname)))
        return 'a YouTube channel’s live stream';
      if (/\/(?:playlist|videoseries)\/?$/.test(pathname) || searchParams.has('list')) return 'a YouTube playlist';
      if (isChannel) return 'a YouTube channel';
      return pathname.startsWith('/clip/') ? 'a YouTube clip' : undefined;
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
      if (!isVimeo(url)) return undefined;
      const { pathname, searchParams } = url;
      const [, inPath, pathSecret] = vimeoVideo.exec(pathname) ?? [];
      // "vimeo.com/showcase/1?video=2" names one of its videos.
      const video = inPath ?? searchParams.get('video');
      const secret = pathSecret ?? searchParams.get('h');
      return video && secret ? `${video}/${secret}` : (video ?? undefined);
    },
    collection: (url) =>
      isVimeo(url) ? url.pathname.split('/').flatMap((part) => vimeoCollections.get(part) ?? [])[0] : undefined,
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
    collection: () => undefined,
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

export interface VideoRejection {
  host: string;
  /** For the editor of a post. */
  reason: string;
}

/** Returns why an address of a video site can't be embedded; undefined for a video and for any other address. */
export function findVideoRejection(text: string): VideoRejection | undefined {
  const url = urlOf(text.trim());
  if (!url || videoAt(text)) return undefined;
  for (const provider of videoProviderNames) {
    const collection = videoProviders[provider].collection(url);
    if (collection !== undefined)
      return {
        host: videoProviders[provider].name,
        reason: `This is the address of ${collection}, not of one video. Open the video that you want and copy its address.`,
      };
  }
  if (isShortFacebook(url))
    return {
      host: videoProviders.facebook.name,
      reason: 'This is a short address. Open it and copy the address that your browser then shows.',
    };
  const host = otherVideoHost(text);
  return host === undefined
    ? undefined
    : { host, reason: `Videos from ${host} can’t be embedded, only those from YouTube, Vimeo and Facebook.` };
}
