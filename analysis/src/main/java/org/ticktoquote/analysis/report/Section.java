package org.ticktoquote.analysis.report;

import java.util.List;
import org.ticktoquote.report.table.Table;

/**
 * A part of a run's page that folds.
 *
 * @param id of the element
 * @param title what it is about
 * @param hint what it holds, beside the title; may be empty
 * @param open whether it is unfolded at first
 * @param content from top to bottom
 */
record Section(String id, String title, String hint, boolean open, List<Block> content) {
    Section {
        content = List.copyOf(content);
    }

    static Section of(String id, String title, String hint, Block... content) {
        return new Section(id, title, hint, false, List.of(content));
    }

    /** What a section is made of; {@code block.jte} shows each kind. */
    sealed interface Block
            permits Tables, Prose, Facts, StaleChart, TimeLineChart, HeatMap, SmallMultiples, EpisodePictures {}

    /**
     * Tables one below the other, or in an arrangement of the style sheet.
     *
     * @param arrangement a class; may be empty
     */
    record Tables(String arrangement, List<Table> tables) implements Block {
        static Tables of(Table... tables) {
            return new Tables("", List.of(tables));
        }
    }

    /**
     * A paragraph.
     *
     * @param style a class of the style sheet
     */
    record Prose(String style, String text) implements Block {}

    /** Names and values, in two columns. */
    record Facts(List<FactList> lists) implements Block {}

    /** Facts under a title. */
    record FactList(String title, List<RunFacts.Fact> facts) {}

    /**
     * The time line.
     *
     * @param json of its slices
     * @param stalls of the harness, as JSON
     * @param announcement in seconds of the run's time; empty where there was none
     */
    record TimeLineChart(String json, String stalls, String announcement) implements Block {}
}
