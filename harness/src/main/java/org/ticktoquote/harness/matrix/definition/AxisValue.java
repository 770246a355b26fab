package org.ticktoquote.harness.matrix.definition;

import org.ticktoquote.core.yaml.Section;

/** A value of an axis: its name, and the part of a case that it is. */
record AxisValue(String name, Section said) {}
