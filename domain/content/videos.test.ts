import { otherVideoHost, videoAt, videoFrames, videoProviderNames, videoProviders } from './videos.js';

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

it('names video sites that can’t be embedded', () => {
  expect(otherVideoHost('https://www.tiktok.com/@arwx/video/1')).toBe('TikTok');
  expect(otherVideoHost('https://www.weather.gov/lzk')).toBeUndefined();
});
