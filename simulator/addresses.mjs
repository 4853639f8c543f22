/** Returns the weather proxy's variables for providers below one base address. @param {string} url */
export const providersBelow = (url) => ({
  NWS_BASE_URL: `${url}/nws`,
  WEATHERAPI_BASE_URL: `${url}/weatherapi`,
  MAPBOX_BASE_URL: `${url}/mapbox`,
  OPENWEATHER_TILE_BASE_URL: `${url}/openweather`,
  FACEBOOK_BASE_URL: `${url}/facebook`,
  MRMS_WMS_URL: `${url}/mrms/geoserver/conus/conus_bref_qcd/ows`,
  NEXRAD_WMS_URL: `${url}/nexrad/cgi-bin/wms/nexrad/n0q-t.cgi`,
  SPC_OUTLOOK_URL: `${url}/spc/products/outlook/day{day}otlk_cat.lyr.geojson`,
  STORM_REPORTS_URL: `${url}/iem/geojson/lsr.geojson`,
  STORM_REPORTS_FALLBACK_URL: `${url}/noaa-maps/vector/rest/services/obs/nws_local_storm_reports/MapServer/0/query`,
  NWPS_BASE_URL: `${url}/nwps/nwps/v1`,
});
