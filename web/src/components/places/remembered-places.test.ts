import { act, renderHook } from '@testing-library/react';
import { setFavorite, rememberedPlaces, rememberLast, useFavorites } from './remembered-places.js';

const placeOf = (number: number) => ({ name: `Place ${number}`, lat: 34 + number / 10, lon: -92 });
const stored = () => JSON.parse(localStorage.getItem('places') ?? 'null') as unknown;

describe("a device's stored places", () => {
  it('are empty on a first visit', () => {
    expect(rememberedPlaces()).toEqual({ last: undefined, favorites: [], recent: [] });
    rememberLast(undefined);
    expect(stored()).toBeNull();
  });

  it('are the last one and up to eight favorites, without duplicates', () => {
    rememberLast(placeOf(1));
    for (let number = 0; number < 10; number += 1) setFavorite(placeOf(number), true);
    setFavorite({ ...placeOf(2), name: 'The same again', lat: placeOf(2).lat + 0.001 }, true);
    const { last, favorites } = rememberedPlaces();
    expect(last).toEqual(placeOf(1));
    expect(favorites).toHaveLength(8);
    expect(favorites.map(({ name }) => name)).toEqual([
      ...[0, 1, 3, 4, 5, 6, 7].map((number) => `Place ${number}`),
      'The same again',
    ]);
    setFavorite(placeOf(0), false);
    expect(rememberedPlaces().favorites).toHaveLength(7);
  });

  it('include the last five chosen, newest first, without duplicates', () => {
    for (const number of [1, 2, 3, 1, 4, 5, 6]) rememberLast(placeOf(number));
    rememberLast(undefined);
    const { last, recent } = rememberedPlaces();
    expect(last).toBeUndefined();
    expect(recent).toEqual([6, 5, 4, 1, 3].map(placeOf));
  });

  it.each([
    'no JSON at all',
    'null',
    '[]',
    '{"last":5,"favorites":{},"recent":"Conway"}',
    '{"last":{"name":"Far","lat":52,"lon":13},"favorites":[null,{"lat":"35"},{"name":" ","lat":35,"lon":-92}]}',
  ])('are empty when the stored value is invalid: %s', (text) => {
    localStorage.setItem('places', text);
    expect(rememberedPlaces()).toEqual({ last: undefined, favorites: [], recent: [] });
    setFavorite(placeOf(1), true);
    expect(rememberedPlaces().favorites).toEqual([placeOf(1)]);
  });

  it('follow changes in another tab', () => {
    const { result } = renderHook(() => useFavorites());
    act(() => {
      localStorage.setItem('places', JSON.stringify({ favorites: [placeOf(3)] }));
      window.dispatchEvent(new StorageEvent('storage'));
    });
    expect(result.current).toEqual([placeOf(3)]);
  });

  it.each([
    ['full', ['setItem']],
    ['forbidden', ['setItem', 'getItem']],
  ] as const)('last until the page closes where storage is %s', (_case, methods) => {
    const original = { ...Object.getOwnPropertyDescriptors(Storage.prototype) };
    for (const method of methods)
      Storage.prototype[method] = () => {
        throw new DOMException('no', 'SecurityError');
      };
    const { result } = renderHook(() => useFavorites());
    try {
      act(() => setFavorite(placeOf(1), true));
      expect(result.current).toEqual([placeOf(1)]);
    } finally {
      Object.defineProperties(Storage.prototype, original);
      act(() => setFavorite(placeOf(1), false));
    }
    expect(result.current).toEqual([]);
  });
});
