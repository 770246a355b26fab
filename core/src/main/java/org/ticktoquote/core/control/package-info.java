/** Line protocol between the harness and its processes, one JSON object per line. */
@NullMarked
package org.ticktoquote.core.control;

import org.jspecify.annotations.NullMarked;
