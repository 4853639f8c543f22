/** Stands in for pictures and style sheets in tests. */
export default '';
