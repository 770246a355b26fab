package org.ticktoquote.report;

import java.util.List;

/**
 * Curves with a legend that shows their values at the cursor.
 *
 * @param id element id
 * @param script name of the script that draws the chart
 * @param style CSS classes of the element. Can be empty
 * @param label description for screen readers
 * @param choices groups of options above the chart
 * @param axis name of the axis with a choice of a logarithmic or linear scale
 * @param legend entries in the order of the data
 * @param hint sentence below the chart. Can be empty
 * @param json data for the script
 */
public record CurveChart(
        String id,
        String script,
        String style,
        String label,
        List<Choice> choices,
        String axis,
        Legend legend,
        String hint,
        String json)
        implements Block {
    /**
     * The legend of a chart.
     *
     * @param at text before the position of the cursor
     * @param head heading of the column with the names of the curves
     * @param value heading of the column with the values at the cursor
     * @param absent curves without values, listed below the others
     */
    public record Legend(String at, String head, String value, List<Entry> entries, List<Entry> absent) {}

    /**
     * A curve in the legend.
     *
     * @param hint population, or reason for a missing curve
     * @param about tooltip. Can be empty
     * @param style number of colour and marker
     */
    public record Entry(String title, String hint, String about, int style) {}

    /**
     * A choice of options.
     *
     * @param name matrix axis that a list filters by, or last part of the name of a group of radio buttons
     * @param list whether the choice is a drop-down list. Otherwise it is a group of radio buttons
     */
    public record Choice(String title, String name, boolean list, List<Option> options) {}

    /**
     * An option of a choice.
     *
     * @param value name of the option in the data
     * @param meaning tooltip. Can be empty
     */
    public record Option(String value, String title, String meaning, boolean chosen) {}

    @Override
    public String script() {
        return legend.entries.isEmpty() ? "" : script;
    }
}
