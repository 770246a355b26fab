/** What captures hold, for people and scripts: whether they are fit to measure with, and lists of their contents. */
@NullMarked
package org.ticktoquote.wire.show;

import org.jspecify.annotations.NullMarked;
