/** Maximum number of writes in one call and one commit: this many of the maximum length fit into a message (1 MiB). */
export const maxBatchSize = 32;
