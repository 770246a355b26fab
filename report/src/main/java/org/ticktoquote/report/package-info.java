/** Reports and their renderers. */
@NullMarked
package org.ticktoquote.report;

import org.jspecify.annotations.NullMarked;
