/** The page of a post. */
export const postPath = (id: string) => `/blogdetail?id=${encodeURIComponent(id)}`;
