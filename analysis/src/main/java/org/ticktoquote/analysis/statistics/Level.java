package org.ticktoquote.analysis.statistics;

/**
 * The ticks later than a value, and the episodes that they form.
 *
 * <p>An episode is a run of late ticks in the order sent. It ends where more than 3 good ticks <em>and</em> more than 100 ms
 * lie before the next late one.
 *
 * @param valueNs that they exceed
 * @param late how many ticks; lost ones among them
 * @param episodes that they form
 * @param squares sum of the squares of the episodes' sizes
 * @param largest size of the largest episode
 * @param timeLowNs time at which a tick would have been late, at least
 * @param timeHighNs the same, at most, as far as ticks show it
 */
public record Level(
        long valueNs, long late, long episodes, long squares, long largest, long timeLowNs, long timeHighNs) {

    /** How many ticks stand for one that is independent of the others: the mean size of an episode, weighted by ticks. */
    public double deff() {
        return late == 0 ? 1 : (double) squares / late;
    }

    /** So many independent ticks say as much as the late ones: never more than there are episodes. */
    public double effective() {
        return late / deff();
    }

    /** Whether it is of a rank among the lost ticks, which of them are beyond is arbitrary. */
    boolean amongLost() {
        return valueNs == TickSeries.LOST;
    }
}
