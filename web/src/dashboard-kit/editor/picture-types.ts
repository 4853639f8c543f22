/** What the file dialog offers for a photo; the server looks at the content itself. */
export const photoTypes = 'image/jpeg,image/png,image/gif,image/webp';
export const photoHint = 'JPEG, PNG, GIF or WebP, up to 10 MB.';
