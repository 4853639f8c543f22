/**
 * The image library, hardened for untrusted pictures: four formats, one thread, no cache. Import it lazily: it takes
 * some 20 MB.
 */
import sharp from 'sharp';

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});

export { sharp };
