/** How many writes may share one call and one commit: the longest of them fit into a message (1 MiB). */
export const mostTogether = 32;
