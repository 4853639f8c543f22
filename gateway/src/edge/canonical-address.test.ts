import { readAddress } from './canonical-address.js';

describe('an address', () => {
  it.each([
    ['/', '/'],
    ['/main/home', '/main/home'],
    ['/main/post?cursor=a%2Fb&limit=..', '/main/post?cursor=a%2Fb&limit=..'],
    ['/alert/urn%3Aoid%3A2.49.0.1.840.0.a.001.1', '/alert/urn%3Aoid%3A2.49.0.1.840.0.a.001.1'],
    ['/.well-known/security.txt', '/.well-known/security.txt'],
    ['/a..b/...', '/a..b/...'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ['http://weather.example/main/home?x=1', '/main/home?x=1'],
    ['http://weather.example', '/'],
    ['http://weather.example?x=1', '/?x=1'],
  ])('%s is accepted as %s', (target, take) => expect(readAddress(target)).toEqual({ take }));

  it.each([
    ['/about/', '/about'],
    ['/now/pulaski/?x=/', '/now/pulaski?x=/'],
  ])('%s redirects to %s', (target, redirect) => expect(readAddress(target)).toEqual({ redirect }));

  it.each([
    ['//main/home'],
    ['/main//home'],
    ['/main/home/'],
    ['/main/./home'],
    ['/main/x/../home'],
    ['/main/..'],
    ['/main/%2e%2e/home'],
    ['/main%2Fhome'],
    ['/main%2fhome'],
    ['/main%5Chome'],
    ['/main\\home'],
    ['/%6Dain/home'],
    ['/main/hom%65'],
    ['/main/home#x'],
    ['/main/h\u00f6me'],
    ['//evil.example/'],
    ['/\\evil.example/'],
    ['http://weather.example//main/home'],
    ['*'],
    ['ftp://weather.example/'],
  ])('%s is refused', (target) => expect(readAddress(target)).toBe('refuse'));
});
