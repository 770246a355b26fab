/** Measures how late a process wakes, which shows the delays that machine and JVM cause. */
@NullMarked
package org.ticktoquote.core.hiccup;

import org.jspecify.annotations.NullMarked;
