import type { SocialPost } from '@site/proto/weather/v1/social.answers';
import exampleRadar from '../../../../assets/example-radar.svg';
import exampleShelter from '../../../../assets/example-shelter.svg';
import exampleStars from '../../../../assets/example-stars.svg';
import * as strings from '../../../../strings.js';

/** Built in, and marked as examples: what posts would look like, without anybody's likes or dates. */
const texts = [
  { image: exampleRadar, message: 'How to read the radar: what the colours mean, and what they do not tell you.' },
  { image: exampleShelter, message: 'Before the storm: a flashlight, fresh batteries, shoes, and a weather radio.' },
  { image: exampleStars, message: 'A clear, calm night cools fast. Cover what the frost could reach.' },
];

export const examplePosts: SocialPost[] = texts.map(({ image, message }) => ({
  pageName: strings.siteName,
  pagePicture: null,
  image,
  message,
  created_time: '',
  url: '',
  likesCount: 0,
  commentsCount: 0,
  sharesCount: 0,
}));
