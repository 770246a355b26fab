package org.ticktoquote.report;

import java.util.List;
import java.util.Locale;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;

/** Content of a section. {@code block.jte} renders each kind. */
public sealed interface Block
        permits Section,
                Block.Text,
                Block.Command,
                Block.Items,
                Block.Tables,
                Block.Facts,
                Block.Tiles,
                Block.Pictures,
                CurveChart,
                Block.TimeLineChart,
                Block.HeatMap {
    /** Returns the name of the script that draws the block, or an empty string if it needs none. */
    default String script() {
        return "";
    }

    /**
     * A paragraph.
     *
     * @param style CSS class. Can be empty
     */
    record Text(String style, String text) implements Block {
        public static Text of(String text) {
            return new Text("", text);
        }

        /** Creates a paragraph, formatted as by {@link String#format}. */
        public static Text formatted(String form, Object... values) {
            return of(String.format(Locale.ROOT, form, values));
        }

        public static Text hint(String text) {
            return new Text("hint", text);
        }
    }

    /** The command to run next, and its purpose. */
    record Command(String text, String why) implements Block {}

    /** A list of texts. Not rendered if it is empty. */
    record Items(List<String> texts) implements Block {}

    /**
     * Tables, one below the other or laid out by a CSS class. Tables without rows are dropped.
     *
     * @param arrangement CSS class. Can be empty
     */
    record Tables(String arrangement, List<Table> tables) implements Block {
        public Tables {
            tables = tables.stream().filter(table -> !table.rows().isEmpty()).toList();
        }

        public static Tables of(Table... tables) {
            return new Tables("", List.of(tables));
        }
    }

    /** Lists of names and values, in two columns. */
    record Facts(List<FactList> lists) implements Block {}

    /** Facts under a title. */
    record FactList(String title, List<Fact> facts) {}

    /** A name and its value. */
    record Fact(String name, String value) {}

    /** Headline figures. */
    record Tiles(List<Tile> tiles) implements Block {}

    /** A figure with its name and its population. The population is empty if the figure's text already contains it. */
    record Tile(String name, Cell figure, String population) {}

    /**
     * Drawings.
     *
     * @param id element id. Can be empty
     * @param arrangement CSS class. Can be empty
     */
    record Pictures(String id, String arrangement, List<Picture> pictures) implements Block {
        public static Pictures of(String id, Picture... pictures) {
            return new Pictures(id, "", List.of(pictures));
        }
    }

    /**
     * A drawing with its title, keys, legend and details.
     *
     * @param name title above the drawing. Can be empty
     * @param link relative link of the title. Can be empty
     * @param about text after the title. Can be empty
     * @param svg element, inserted into the page unchanged
     * @param keys colour keys below the drawing
     * @param legend text after the keys. Can be empty
     * @param details text collapsed below the drawing. Can be empty
     */
    record Picture(String name, String link, String about, String svg, List<Key> keys, String legend, Details details) {
        /** Creates a drawing with a legend below it. */
        public static Picture of(String svg, String legend) {
            return new Picture("", "", "", svg, List.of(), legend, Details.NONE);
        }

        /** Creates a drawing below a caption. */
        public static Picture under(String caption, String svg) {
            return new Picture("", "", caption, svg, List.of(), "", Details.NONE);
        }

        /** Returns a copy with these keys. */
        public Picture with(List<Key> marks) {
            return new Picture(name, link, about, svg, marks, legend, details);
        }
    }

    /**
     * Collapsed details below a drawing.
     *
     * @param title title that is always visible, empty if there are no details
     * @param code preformatted lines
     * @param before text before the names of the files
     * @param files names of files next to the page
     */
    record Details(String title, List<String> texts, List<String> code, String before, List<String> files) {
        public static final Details NONE = new Details("", List.of(), List.of(), "", List.of());
    }

    /** Entry of a drawing's key: the CSS class of a mark, and its meaning. */
    record Key(String style, String label) {}

    /**
     * Chart of a run over time.
     *
     * @param json data of the time slices
     * @param stalls harness stalls as JSON
     * @param announcement seconds from the start of the run to the announcement. Empty if the run has no announcement
     */
    record TimeLineChart(String json, String stalls, String announcement) implements Block {
        @Override
        public String script() {
            return "time-line";
        }
    }

    /**
     * Heat map of latency over time, with the tick rate above it and episodes by cause below.
     *
     * @param keys colour keys of the causes of the shown episodes
     * @param shown number of episodes shown
     * @param json data of the heat map, for the page's script
     */
    record HeatMap(List<Key> keys, int shown, String json) implements Block {
        @Override
        public String script() {
            return "heat-map";
        }
    }
}
