import sharp from 'sharp';

/**
 * The image library, hardened for untrusted pictures: only four formats can be opened, with one thread and no cache, as
 * for uploads. Loaded lazily, since it takes some 20 MB.
 */
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});

export { sharp };
