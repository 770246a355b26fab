/** A test matrix as its file says it: read, inherited, judged, nothing of a host in it yet. */
@NullMarked
package org.ticktoquote.harness.matrix.definition;

import org.jspecify.annotations.NullMarked;
