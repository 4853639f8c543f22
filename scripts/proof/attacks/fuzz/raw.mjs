import { connect } from 'node:net';

/** Sends raw text that no HTTP library would, over a bare socket; returns the status line. */
export const raw = (port, text) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.setEncoding('latin1').on('data', (data) => (answer += data));
    socket.setTimeout(8_000, () => socket.destroy());
    socket.on('close', () => resolve(answer.split('\r\n')[0]));
    socket.on('error', () => resolve(answer.split('\r\n')[0] || 'closed'));
  });

export const rawRequests = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'POST /main/contact-us HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /main/contact-us HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde',
  'POST /main/contact-us HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00',
  'nonsense\r\n\r\n',
];
