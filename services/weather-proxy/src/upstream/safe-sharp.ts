import sharp from 'sharp';

/**
 * The picture library for strangers' pictures: only four kinds can be opened at all, each with one thread and no cache,
 * as for uploads. Loaded where there are such pictures, since it takes some 20 MB.
 */
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});

export { sharp };
