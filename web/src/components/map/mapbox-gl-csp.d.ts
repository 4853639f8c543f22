/** The CSP build has the main build's types. */
declare module 'mapbox-gl/dist/mapbox-gl-csp.js' {
  import mapbox from 'mapbox-gl';
  // A module of the library, whose form is not ours to choose.
  // eslint-disable-next-line no-restricted-syntax
  export default mapbox;
}
