import { mailLink } from './mail-link.js';

it('encodes everything in the address', () => {
  expect(mailLink('nora@example.com')).toBe('mailto:nora%40example.com');
  const link = mailLink('a?bcc=b@example.com&body=x#y');
  expect(link).toBe('mailto:a%3Fbcc%3Db%40example.com%26body%3Dx%23y');
  expect(new URL(link).search).toBe('');
});

it('keeps special characters and line breaks of subject and text', () => {
  const link = mailLink('nora@example.com', { subject: 'Hail & wind?', body: 'One line\r\n> another + one' });
  expect(link).toBe(
    'mailto:nora%40example.com?subject=Hail%20%26%20wind%3F&body=One%20line%0D%0A%3E%20another%20%2B%20one',
  );
});
