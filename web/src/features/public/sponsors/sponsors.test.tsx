import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent, buildSponsor } from '@/testing/builders.js';
import type { FakeResponse } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';

const withSponsors = (view: '1' | '2' | '3' | '4') => ({
  'GET /main/home': { data: buildContent({ sponsors: [buildSponsor()], sponsor_view: view }) },
});

describe('the sponsors page', () => {
  const logged = collectLog();

  it('shows name, website and phone number', async () => {
    renderApp('/sponsors', { routes: withSponsors('1') });
    expect(await screen.findByRole('heading', { name: 'Delta Steel' })).toBeVisible();
    for (const label of ['Company Name', 'Website', 'Phone Number']) expect(screen.getByText(label)).toBeVisible();
    expect(screen.getByRole('link', { name: /example\.com/ })).toHaveAttribute(
      'rel',
      'noopener noreferrer nofollow ugc sponsored',
    );
    expect(screen.getByRole('link', { name: '(501) 555-0123' })).toHaveAttribute('href', 'tel:+15015550123');
  });

  it('shows a foreign number as typed', async () => {
    const sponsors = [buildSponsor({ phone_number: '+442079460018' })];
    renderApp('/sponsors', { routes: { 'GET /main/home': { data: buildContent({ sponsors }) } } });
    expect(await screen.findByRole('link', { name: '+442079460018' })).toHaveAttribute('href', 'tel:+442079460018');
  });

  it.each<['1' | '2' | '3' | '4', string]>([
    ['1', 'W'.repeat(100)],
    ['2', 'Arkansas River Valley Regional Emergency Communications and Dispatch Cooperative of Faulkner County'],
    ['3', 'W'.repeat(100)],
    ['4', 'W'.repeat(100)],
  ])('in style %s, shows all of a long name without a logo: %s', async (view, name) => {
    const sponsors = [buildSponsor({ name, picture: null })];
    renderApp('/sponsors', {
      routes: { 'GET /main/home': { data: buildContent({ sponsors, sponsor_view: view }) } },
    });
    const plate = await screen.findByTitle(name);
    expect(plate).toHaveTextContent(name);
    expect(plate.className).toMatch(/line-clamp-\d/);
    expect(plate).toHaveClass('wrap-anywhere');
    expect(screen.getByRole('heading', { name })).toBeVisible();
  });

  it('shrinks long names', async () => {
    const names = ['Delta Steel', 'Ozark Mountain Dispatch', 'Arkansas River Valley Communications Cooperative'];
    const sponsors = names.map((name) => buildSponsor({ id: name, name, picture: null }));
    renderApp('/sponsors', { routes: { 'GET /main/home': { data: buildContent({ sponsors }) } } });
    const sizes: string[] = [];
    for (const name of names)
      sizes.push(/text-(base|sm|\[[^\]]+\])\//.exec((await screen.findByTitle(name)).className)?.[1] ?? '');
    expect(sizes).toEqual(['base', 'sm', '[0.8125rem]']);
  });

  it.each(['1', '2', '3', '4'] as const)('uses the chosen style %s', async (view) => {
    const { container } = renderApp('/sponsors', { routes: withSponsors(view) });
    await screen.findByRole('heading', { name: 'Delta Steel' });
    expect(container.querySelector(`main [data-view="${view}"]`)).toBeInTheDocument();
  });

  it('shows three placeholders', async () => {
    renderApp('/sponsors', { routes: { 'GET /main/home': 'no answer' } });
    const loading = await screen.findByText('Loading sponsors');
    expect(loading.parentElement?.querySelectorAll('.skeleton')).toHaveLength(3);
  });

  it('doesn\'t treat a failure as "none": logs it and offers a retry', async () => {
    let response: FakeResponse = 'network failure';
    renderApp('/sponsors', { routes: { 'GET /main/home': () => response } });
    const repeated = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText('No sponsors right now.')).not.toBeInTheDocument();
    expect(logged).toContain('loading the content failed');
    response = { data: buildContent({ sponsors: [buildSponsor()] }) };
    await userEvent.click(repeated);
    expect(await screen.findByRole('heading', { name: 'Delta Steel' })).toBeVisible();
  });

  it('doesn\'t treat a list that never arrived as "none"', async () => {
    const meta = { sections: { content: 'fresh', submissions: 'missing' } };
    const body = { status: true, action: 'OK', data: buildContent(), meta };
    renderApp('/sponsors', { routes: { 'GET /main/home': { status: 200, body } } });
    expect(await screen.findByText('We can’t show the sponsors right now.')).toBeVisible();
    expect(screen.queryByText('No sponsors right now.')).not.toBeInTheDocument();
  });

  it('says when there are none', async () => {
    renderApp('/sponsors', { routes: { 'GET /main/home': { data: buildContent() } } });
    expect(await screen.findByText('No sponsors right now.')).toBeVisible();
  });
});
