package org.ticktoquote.report;

import java.util.List;

/**
 * Curves with a legend that shows their values at the cursor.
 *
 * @param id of the element
 * @param script draws it
 * @param style classes of the element; may be empty
 * @param label for readers that do not see it
 * @param choices above it
 * @param axis what the choice of a logarithmic or linear scale is for
 * @param legend names of its entries, in the order of the data
 * @param hint below it; may be empty
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
     * @param at words before the place of the cursor
     * @param head what a row is
     * @param value what is shown of it
     */
    public record Legend(String at, String head, String value, List<Entry> entries, List<Entry> absent) {}

    /**
     * A curve in the legend.
     *
     * @param hint population, or why there is no curve
     * @param about shown at the cursor; may be empty
     * @param style number of colour and marker
     */
    public record Entry(String title, String hint, String about, int style) {}

    /**
     * Something to choose.
     *
     * @param name of the axis that a list filters by, or the end of the name of a group of buttons
     * @param list whether it is a list
     */
    public record Choice(String title, String name, boolean list, List<Option> options) {}

    /**
     * An option of a choice.
     *
     * @param value its name in the data
     * @param meaning shown at the cursor; may be empty
     */
    public record Option(String value, String title, String meaning, boolean chosen) {}

    @Override
    public String script() {
        return legend.entries.isEmpty() ? "" : script;
    }
}
