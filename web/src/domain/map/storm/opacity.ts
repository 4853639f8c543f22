/** The ground below the radar stays visible a little, and one picture can fade into the next. */
export const radarOpacity = 0.9;
