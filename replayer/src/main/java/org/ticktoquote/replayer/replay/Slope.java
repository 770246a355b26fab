package org.ticktoquote.replayer.replay;

/**
 * The slope of a line through points in time, by least squares with running means (Welford), so that the large values
 * of a clock cost no precision.
 */
final class Slope {
    private static final double NS_PER_S = 1e9;

    private long originNs;
    private long count;
    private double meanTime;
    private double meanValue;
    private double timeSquares;
    private double products;

    void add(long timeNs, long value) {
        originNs = count == 0 ? timeNs : originNs;
        double time = (timeNs - originNs) / NS_PER_S;
        count++;
        double fromMean = time - meanTime;
        meanTime += fromMean / count;
        meanValue += (value - meanValue) / count;
        timeSquares += fromMean * (time - meanTime);
        products += fromMean * (value - meanValue);
    }

    /** Change of the value in a second; 0 when all points have one time. */
    double perSecond() {
        return timeSquares == 0 ? 0 : products / timeSquares;
    }
}
