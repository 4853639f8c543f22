import type { Member } from '@site/proto/content/v1/team.responses';
import { fireEvent, screen, waitFor, waitForElementToBeRemoved, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent } from '@/testing/builders.js';
import type { FakeResponse } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';
import { middleOf, teamSlides, teamView } from './team-slides.js';

const home = { 'GET /main/home': { data: buildContent() } };
const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn'];
const team = (count: number): Member[] =>
  names.slice(0, count).map((name) => ({ id: name, name, designation: 'Forecaster', image: null, picture: null }));

const renderAbout = (teams: FakeResponse) => renderApp('/about', { routes: { ...home, 'GET /main/teams': teams } });
const carousel = () => screen.findByRole('group', { name: 'Team members' });
/** Members exposed to assistive technology, in screen order. */
const met = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLElement>('.slick-slide')]
    .filter((slide) => !slide.inert && !slide.querySelector('[data-slide][aria-hidden="true"]'))
    .map((slide) => slide.querySelector('h3')?.textContent);

describe('the about page', () => {
  it('says who we are, what we do and who pays', async () => {
    renderAbout({ data: team(3) });
    for (const name of ['About', 'Our Mission', 'Our Vision', 'Meet our Team'])
      expect(await screen.findByRole('heading', { name })).toBeVisible();
    expect(screen.getByText(/The site is sponsored by an emergency dispatch solutions provider\./)).toBeVisible();
  });

  it('links to ways to get involved', async () => {
    renderAbout({ data: team(3) });
    const ways = within(await screen.findByRole('region', { name: 'Get involved' }));
    expect(ways.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/contact',
      '/snapshots#send',
      '/sponsors',
    ]);
  });

  it("names the sponsor when it's known", async () => {
    const site = { ...buildContent().site, sponsor_of_site: 'Ozark Dispatch' };
    renderApp('/about', {
      routes: { 'GET /main/home': { data: buildContent({ site }) }, 'GET /main/teams': { data: team(3) } },
    });
    expect(await screen.findByText(/sponsored by Ozark Dispatch, an emergency dispatch solutions/)).toBeVisible();
  });
});

describe('the team', () => {
  it('starts on the middle member, with neighbors on both sides', async () => {
    const { container } = renderAbout({ data: team(5) });
    expect(await screen.findByRole('button', { name: 'Show Cleo' })).toHaveAttribute('aria-current', 'true');
    await waitFor(() => expect(met(container)).toEqual(['Ben', 'Cleo', 'Dan']));
    expect(container.querySelector('.slick-center h3')).toHaveTextContent('Cleo');
    expect(screen.queryByText('Sample')).not.toBeInTheDocument();
  });

  it('centers a member when its dot is clicked', async () => {
    const { container } = renderAbout({ data: team(5) });
    await userEvent.click(await screen.findByRole('button', { name: 'Show Dan' }));
    await waitFor(() => expect(met(container)).toEqual(['Cleo', 'Dan', 'Eve']));
    expect(screen.getByRole('button', { name: 'Show Dan' })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('button', { name: 'Show Cleo' })).not.toHaveAttribute('aria-current');
  });

  it.each([
    [1, ['Ada']],
    [2, ['Ada', 'Ben']],
  ])('repeats slides for %i members, but exposes each member once to assistive technology', async (count, people) => {
    const { container } = renderAbout({ data: team(count) });
    await screen.findByRole('button', { name: 'Show Ada' });
    expect(container.querySelectorAll('.slick-slide:not(.slick-cloned)')).toHaveLength(5);
    await waitFor(() => expect([...met(container)].sort()).toEqual(people));
    expect(within(await carousel()).getAllByRole('button')).toHaveLength(count);
  });

  it('shows initials for members without a portrait, or whose portrait fails to load', async () => {
    const members = team(3).map((member) => ({ ...member, name: `${member.name} Lee`, image: '/media/team/a.jpg' }));
    const { container } = renderAbout({ data: members });
    await screen.findByRole('button', { name: 'Show Ben Lee' });
    expect(screen.queryByText('BL')).not.toBeInTheDocument();
    for (const portrait of container.querySelectorAll('.slick-slide img')) fireEvent.error(portrait);
    expect(screen.getAllByText('BL').length).toBeGreaterThan(0);
    expect(container.querySelector('.slick-slide img')).not.toBeInTheDocument();
  });

  it("shows labeled samples when it can't be loaded", async () => {
    renderAbout('network failure');
    expect((await screen.findAllByText('Sample')).length).toBeGreaterThanOrEqual(3);
    expect(screen.getByRole('button', { name: 'Show Storm spotter' })).toHaveAttribute('aria-current', 'true');
    expect(logged).toEqual(['loading the team failed']);
  });
  const logged = collectLog();

  it('has no section without members', async () => {
    const soon = new Promise<FakeResponse>((resolve) => setTimeout(() => resolve({ data: [] }), 50));
    renderApp('/about', { routes: { ...home, 'GET /main/teams': () => soon } });
    await waitForElementToBeRemoved(await screen.findByText('Loading the team'));
    expect(screen.queryByText('Meet our Team')).not.toBeInTheDocument();
  });
});

describe('the slides of the team', () => {
  const order = (count: number) => teamSlides(team(count)).map(({ member }) => member.name);

  it('repeat one or two members to make five', () => {
    expect(order(1)).toEqual(['Ada', 'Ada', 'Ada', 'Ada', 'Ada']);
    expect(order(2)).toEqual(['Ada', 'Ben', 'Ada', 'Ben', 'Ada']);
    expect(teamSlides(team(2)).map(({ repeated }) => repeated)).toEqual([false, false, true, true, true]);
  });

  it.each([3, 4, 6])("don't repeat any of %i members, and start in the middle", (count) => {
    expect(order(count)).toEqual(names.slice(0, count));
    expect(middleOf(count)).toBe(Math.floor(count / 2));
  });

  it.each([
    [1600, 3, '0px'],
    [1200, 3, '0px'],
    [993, 3, '0px'],
    [992, 2, '40px'],
    [769, 2, '40px'],
    [768, 1, '80px'],
    [577, 1, '80px'],
    [576, 1, '40px'],
    [320, 1, '40px'],
  ])('shows, at %i pixels, %i slides with %s at the sides', (windowWidth, slides, padding) => {
    expect(teamView((width) => windowWidth <= width)).toMatchObject({ slides, padding });
  });
});
