import {
  otherVideoHost,
  videoAt,
  findVideoRejection,
  videoFrames,
  videoProviderNames,
  videoProviders,
} from './videos.js';

describe('the video at an address', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s', 'youtube', 'dQw4w9WgXcQ'],
    ['youtu.be/dQw4w9WgXcQ?si=x', 'youtube', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/live/dQw4w9WgXcQ?feature=share', 'youtube', 'dQw4w9WgXcQ'],
    ['https://vimeo.com/123456789', 'vimeo', '123456789'],
    ['https://vimeo.com/channels/staffpicks/123456789', 'vimeo', '123456789'],
    ['https://vimeo.com/123456789/0a1b2c3d4e', 'vimeo', '123456789/0a1b2c3d4e'],
    ['https://player.vimeo.com/video/123456789?h=0a1b2c3d4e', 'vimeo', '123456789/0a1b2c3d4e'],
    ['https://youtu.be/dQw4w9WgXcQ/', 'youtube', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ/?si=abc_-&t=42', 'youtube', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?t=42', 'youtube', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ&feature=share', 'youtube', 'dQw4w9WgXcQ'],
    ['https://youtube.com/shorts/dQw4w9WgXcQ/?feature=share', 'youtube', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/live/dQw4w9WgXcQ/', 'youtube', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/watch/?v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&list=PL0123456789', 'youtube', 'dQw4w9WgXcQ'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?list=PL0123456789', 'youtube', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/v/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://vimeo.com/123456789?h=0a1b2c3d4e', 'vimeo', '123456789/0a1b2c3d4e'],
    ['https://vimeo.com/123456789/?share=copy&h=0a1b2c3d4e#t=30s', 'vimeo', '123456789/0a1b2c3d4e'],
    ['https://vimeo.com/123456789/0a1b2c3d4e/?share=copy', 'vimeo', '123456789/0a1b2c3d4e'],
    ['https://vimeo.com/123456789/?fl=pl', 'vimeo', '123456789'],
    ['https://vimeo.com/channels/staffpicks/123456789?h=0a1b2c3d4e', 'vimeo', '123456789/0a1b2c3d4e'],
    ['https://vimeo.com/groups/storms/videos/123456789', 'vimeo', '123456789'],
    ['https://vimeo.com/manage/videos/123456789', 'vimeo', '123456789'],
    ['https://vimeo.com/showcase/7654321/video/123456789?h=0a1b2c3d4e', 'vimeo', '123456789/0a1b2c3d4e'],
    ['https://vimeo.com/showcase/7654321?video=123456789', 'vimeo', '123456789'],
    ['https://player.vimeo.com/video/123456789/?badge=0&h=0a1b2c3d4e', 'vimeo', '123456789/0a1b2c3d4e'],
    ['https://www.facebook.com/watch/?v=1234567890', 'facebook', '1234567890'],
    ['https://www.facebook.com/arwx/videos/a-storm/1234567890/', 'facebook', '1234567890'],
    ['https://m.facebook.com/reel/1234567890', 'facebook', '1234567890'],
  ])('is found: %s', (address, provider, id) => {
    expect(videoAt(address)).toEqual({ provider, id });
  });

  it.each([
    'https://www.youtube.com/@arwx',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/?u=youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v="><script>',
    'javascript:youtu.be/dQw4w9WgXcQ',
    'https://vimeo.com/about',
    'https://www.facebook.com/arwx',
    'see youtu.be/dQw4w9WgXcQ',
    'https://evil.example/123456789?video=123456789',
    'https://vimeo.com/123456789?h="><script>',
    '',
  ])('is none: %s', (address) => {
    expect(videoAt(address)).toBeUndefined();
  });

  it('plays in a frame that the content security policy allows, and nowhere else', () => {
    const ids = { youtube: 'dQw4w9WgXcQ', vimeo: '123456789/0a1b2c3d4e', facebook: '1234567890' };
    for (const provider of videoProviderNames) {
      const { player, page } = videoProviders[provider];
      expect(videoFrames).toContain(new URL(player(ids[provider])).origin);
      expect(videoAt(page(ids[provider]))).toEqual({ provider, id: ids[provider] });
    }
  });
});

describe('the reason not to embed an address', () => {
  it.each([
    ['https://www.youtube.com/embed/live_stream?channel=UCabcdefghijklmnopqrstuv', 'a YouTube channel’s live stream'],
    ['https://www.youtube.com/live_stream?channel=UCabcdefghijklmnopqrstuv', 'a YouTube channel’s live stream'],
    ['https://www.youtube.com/@arwx/live', 'a YouTube channel’s live stream'],
    ['https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv/live/', 'a YouTube channel’s live stream'],
    ['https://www.youtube.com/embed/videoseries?list=PL0123456789', 'a YouTube playlist'],
    ['https://www.youtube-nocookie.com/embed/videoseries?si=x&list=PL0123456789', 'a YouTube playlist'],
    ['https://youtu.be/videoseries?list=PL0123456789', 'a YouTube playlist'],
    ['https://m.youtube.com/playlist?list=PL0123456789', 'a YouTube playlist'],
    ['https://www.youtube.com/watch?list=PL0123456789', 'a YouTube playlist'],
    ['https://www.youtube.com/embed/?listType=playlist&list=PL0123456789', 'a YouTube playlist'],
    ['https://www.youtube.com/@arwx', 'a YouTube channel'],
    ['youtube.com/@arwx/streams', 'a YouTube channel'],
    ['https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv', 'a YouTube channel'],
    ['https://www.youtube.com/c/arwx/videos', 'a YouTube channel'],
    ['https://www.youtube.com/user/arwx', 'a YouTube channel'],
    ['https://vimeo.com/showcase/7654321', 'a Vimeo showcase'],
    ['https://vimeo.com/showcase/7654321/embed', 'a Vimeo showcase'],
    ['https://vimeo.com/album/7654321/', 'a Vimeo album'],
    ['https://vimeo.com/event/7654321', 'a Vimeo event'],
    ['https://vimeo.com/event/7654321/0a1b2c3d4e', 'a Vimeo event'],
    ['https://vimeo.com/event/7654321/embed/0a1b2c3d4e', 'a Vimeo event'],
    ['https://player.vimeo.com/event/7654321', 'a Vimeo event'],
    ['https://vimeo.com/channels/7654321', 'a Vimeo channel'],
    ['https://vimeo.com/channels/staffpicks', 'a Vimeo channel'],
    ['https://vimeo.com/groups/7654321', 'a Vimeo group'],
    ['https://vimeo.com/user123456/review/123456789/0a1b2c3d4e', 'a Vimeo review page'],
  ])('says what it leads to: %s', (address, collection) => {
    expect(videoAt(address)).toBeUndefined();
    expect(findVideoRejection(address)?.reason).toBe(
      `This is the address of ${collection}, not of one video. Open the video that you want and copy its address.`,
    );
  });

  it.each(['https://fb.watch/abc/', 'https://www.facebook.com/share/v/1AbCdEf/'])(
    'asks for the whole address: %s',
    (address) => {
      expect(findVideoRejection(address)).toEqual({
        host: 'Facebook',
        reason: 'This is a short address. Open it and copy the address that your browser then shows.',
      });
    },
  );

  it.each(['https://youtu.be/dQw4w9WgXcQ', 'https://www.weather.gov/lzk', 'https://vimeo.com/about', 'plain', ''])(
    'is none: %s',
    (text) => expect(findVideoRejection(text)).toBeUndefined(),
  );
});

it('names video sites that can’t be embedded', () => {
  expect(otherVideoHost('https://www.tiktok.com/@arwx/video/1')).toBe('TikTok');
  expect(otherVideoHost('https://www.weather.gov/lzk')).toBeUndefined();
});
