import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeGateway, type FakeResponse, type SeenCall } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import type { NamedPlace } from './place-in-url.js';
import { PlaceSearch } from './place-search.js';

const placeOf = (number: number) => ({
  id: `place-${number}`,
  name: `Conway ${number}`,
  place: `Conway ${number}, Faulkner County, Arkansas`,
  lat: 35 + number / 10,
  lon: -92.4,
  type: 'place',
});
const places = (count: number) => Array.from({ length: count }, (_, index) => placeOf(index + 1));

function renderSearch(
  answer: FakeResponse | ((call: SeenCall) => FakeResponse | Promise<FakeResponse>) = { data: places(3) },
) {
  const calls = fakeGateway({ 'GET /main/weather/search': answer });
  const picked: NamedPlace[] = [];
  render(
    <>
      <PlaceSearch onPick={(place) => picked.push(place)} />
      <p>Somewhere else</p>
    </>,
  );
  return { calls, picked, box: screen.getByRole('combobox', { name: 'Search for a place' }) };
}

describe('lookups', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const queries = (calls: SeenCall[]) => calls.map(({ query }) => query.get('q'));

  function type(box: HTMLElement, text: string) {
    act(() => box.focus());
    fireEvent.change(box, { target: { value: text } });
  }

  it('happen once, 500 ms after the last of five letters', async () => {
    const { calls, box } = renderSearch();
    for (const text of ['c', 'co', 'con', 'conw', ' conwa ']) {
      type(box, text);
      await wait(120);
    }
    await wait(370);
    expect(queries(calls)).toEqual([]);
    await wait(20);
    expect(queries(calls)).toEqual(['conwa']);
    expect(screen.getAllByRole('option')).toHaveLength(3);
  });

  it('never happen for an empty text, which also clears the results', async () => {
    const { calls, box } = renderSearch();
    type(box, 'con');
    await wait(600);
    type(box, '   ');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await wait(600);
    expect(queries(calls)).toEqual(['con']);
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('show the response to the latest query, even out of order', async () => {
    const publicResponses: Record<string, (answer: FakeResponse) => void> = {};
    const { box } = renderSearch(
      ({ query }) => new Promise((resolve) => (publicResponses[query.get('q') ?? ''] = resolve)),
    );
    type(box, 'con');
    await wait(600);
    type(box, 'conway');
    await wait(600);
    publicResponses['conway']?.({ data: places(1) });
    await wait(0);
    publicResponses['con']?.({ data: places(4) });
    await wait(0);
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });
});

describe('the list of places', () => {
  const type = async (box: HTMLElement) => {
    await userEvent.type(box, 'conway');
    return screen.findByRole('listbox', { name: 'Places' });
  };

  it('opens with at most five', async () => {
    const { box } = renderSearch({ data: places(7) });
    expect(box).toHaveAttribute('aria-expanded', 'false');
    await type(box);
    expect(box).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getAllByRole('option')).toHaveLength(5);
    expect(screen.getByRole('status')).toHaveTextContent('5 places found');
  });

  it('works with the keyboard alone', async () => {
    const { box, picked } = renderSearch();
    await type(box);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    const second = screen.getByRole('option', { name: /Conway 2/ });
    expect(second).toHaveAttribute('aria-selected', 'true');
    expect(box).toHaveAttribute('aria-activedescendant', second.id);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{Enter}');
    expect(picked).toEqual([{ name: 'Conway 3', lat: 35.3, lon: -92.4 }]);
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(box).toHaveValue('Conway 3');
    expect(box).toHaveFocus();
  });

  it('chooses the first on Enter', async () => {
    const { box, picked } = renderSearch();
    await type(box);
    await userEvent.keyboard('{Enter}');
    expect(picked.map(({ name }) => name)).toEqual(['Conway 1']);
  });

  it('closes on a click on an entry, without another lookup', async () => {
    const { box, calls, picked } = renderSearch();
    await type(box);
    await userEvent.click(screen.getByRole('option', { name: /Conway 2/ }));
    expect(picked.map(({ name }) => name)).toEqual(['Conway 2']);
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(calls).toHaveLength(1);
  });

  it('finds the place that was chosen before again', async () => {
    const user = userEvent.setup();
    const { picked, box } = renderSearch();
    await user.type(box, 'Conway 1');
    await screen.findAllByRole('option');
    await user.keyboard('{Enter}');
    await user.clear(box);
    await user.type(box, 'Conway 1');
    await screen.findAllByRole('option', { name: /Faulkner County/ });
    await user.keyboard('{Enter}');
    expect(picked.map(({ name }) => name)).toEqual(['Conway 1', 'Conway 1']);
  });

  it('closes on Escape and reopens with the arrow key; the second Escape clears the input', async () => {
    const { box } = renderSearch();
    await type(box);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('listbox')).toBeVisible();
    await userEvent.keyboard('{Escape}{Escape}');
    expect(box).toHaveValue('');
  });

  it('closes on a click outside', async () => {
    const { box } = renderSearch();
    await type(box);
    await userEvent.click(screen.getByText('Somewhere else'));
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('omits places without a forecast, and says when none are left', async () => {
    const { box } = renderSearch({ data: [{ ...placeOf(1), lat: 64, lon: -147 }] });
    await userEvent.type(box, 'fairbanks');
    const sentence = 'No place called “fairbanks” in Arkansas. Try the ZIP code or the county.';
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('0 places found');
  });
});

describe('places with similar names', () => {
  const similar = { data: places(2).map((place) => ({ ...place, similar: true })) };
  const sentence = /No place called “Conwey” in Arkansas\. Try the ZIP code or the county\./;

  it('are labeled as such, below what is missing', async () => {
    const { box } = renderSearch(similar);
    await userEvent.type(box, 'Conwey');
    expect(await screen.findByText(/Similar:$/)).toBeVisible();
    expect(screen.getAllByText(sentence).length).toBeGreaterThan(0);
    expect(screen.getByRole('status')).toHaveTextContent('0 places found, 2 similar');
    expect(screen.getAllByRole('option')).toHaveLength(2);
  });

  it('are chosen only on purpose, never by Enter alone', async () => {
    const { box, picked } = renderSearch(similar);
    await userEvent.type(box, 'Conwey');
    await screen.findAllByRole('option');
    await userEvent.keyboard('{Enter}');
    expect(picked).toEqual([]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(picked.map(({ name }) => name)).toEqual(['Conway 1']);
  });
});

describe("this device's places", () => {
  const conway = { name: 'Conway', lat: 35.0887, lon: -92.4421 };
  const rogers = { name: 'Rogers', lat: 36.332, lon: -94.1185 };
  const wynne = { name: 'Wynne', lat: 35.2245, lon: -90.7868 };
  const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  const remember = (places: object) => localStorage.setItem('places', JSON.stringify(places));

  it('are listed on focus, saved ones first and each once, without a lookup', async () => {
    remember({ favorites: [rogers], recent: [conway, rogers, wynne] });
    const { box, calls, picked } = renderSearch();
    expect(names()).toEqual([]);
    await userEvent.tab();
    expect(box).toHaveFocus();
    expect(names()).toEqual(['RogersSaved place', 'ConwayRecent place', 'WynneRecent place']);
    await userEvent.keyboard('{Enter}');
    expect(picked).toEqual([]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(picked).toEqual([conway]);
    expect(names()).toEqual([]);
    expect(calls).toEqual([]);
    await userEvent.click(box);
    expect(names()).toHaveLength(3);
  });

  it('give way to what the visitor types, and come back when the text is cleared', async () => {
    remember({ recent: [wynne] });
    const { box } = renderSearch();
    await userEvent.type(box, 'conway');
    expect(await screen.findByRole('option', { name: /Conway 1/ })).toBeVisible();
    expect(screen.queryByRole('option', { name: /Wynne/ })).not.toBeInTheDocument();
    await userEvent.clear(box);
    expect(names()).toEqual(['WynneRecent place']);
  });

  it('show nothing on focus when there are none', async () => {
    const { box } = renderSearch();
    await userEvent.click(box);
    expect(box).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });
});

describe('a failed lookup', () => {
  const logged = collectLog();

  it('is only logged', async () => {
    const { box } = renderSearch('network failure');
    await userEvent.type(box, 'conway');
    await waitFor(() => expect(logged).toEqual(['looking for a place failed']));
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(box).toHaveValue('conway');
  });
});
