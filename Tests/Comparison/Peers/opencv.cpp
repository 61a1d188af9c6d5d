// OpenCV on the CPU: converts YUYV to grey and computes the mean.
#include <opencv2/imgproc.hpp>

#include "pictures.h"

int main(int argc, char **argv) {
  struct pictures pictures = read_pictures(argc, argv);
  cv::Mat grey;
  for (int round = 0; round < 2; round++) {
    for (int index = 0; index < pictures.count; index++) {
      double begin = milliseconds();
      cv::Mat picture(pictures.height, pictures.width, CV_8UC2, pictures.bytes + index * pictures.size);
      cv::cvtColor(picture, grey, cv::COLOR_YUV2GRAY_YUYV);
      double mean = cv::mean(grey)[0];
      double end = milliseconds();
      if (round > 0) printf("%.6f %.9f\n", end - begin, mean);
    }
  }
}
