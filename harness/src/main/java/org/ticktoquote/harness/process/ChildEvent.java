package org.ticktoquote.harness.process;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.control.StatusLine;

/**
 * Something a child said, or its end.
 *
 * @param child who
 * @param line what it said; null when it ended
 */
public record ChildEvent(Child child, @Nullable StatusLine line) {}
